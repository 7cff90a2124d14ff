-- Part of reserve: counts the jobs that were handed over and how long they were ready, zero for jobs that are held
-- ahead; and the attempts that failed and the jobs that were buried because of expired leases. Deliveries to failure
-- handlers are not counted. Needs reply, taken, buried and tally.
--@include _count -- count
local late = 0
for i = 6, #reply, 7 do
	late = late + ((reply[i + 4] < now) and now - reply[i + 4] or 0)
end
count('h', taken - tally.handlers)
count('l', late - tally.late)
count('f', tally.failed)
count('b', #buried / 4)
