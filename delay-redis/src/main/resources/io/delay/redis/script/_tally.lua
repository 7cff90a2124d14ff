-- Part of reserve: counts the jobs that were handed over and how long they were ready, and the attempts that failed and
-- the jobs that were buried because of expired leases. Deliveries to failure handlers are not counted. Needs taken,
-- late, buried and tally.
--@include _count -- count
count('h', taken - tally.handlers)
count('l', late - tally.late)
count('f', tally.failed)
count('b', #buried / 4)
