-- Fragment: reads the clock, once per script. Defines micros: microseconds since the epoch.
local time = redis.call('TIME')
local micros = time[1] * 1000000 + time[2]
