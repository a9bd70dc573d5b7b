-- Report by which attempt the record of a token family was made, and how long ago.
-- Called by  adapters/redis/resolution.ts resolved()
-- KEYS[1]    the family, see keys.family()
-- Returns    { attempt, seconds since }; the attempt is '' when no node can roll the record back any more
-- Why Lua    the age must be measured by the clock that stamped the record; in a cluster every node has its own
local value = redis.call('GET', KEYS[1])
local origin = value and string.match(value, '#([^#]*)$') or ''
if origin == '' then return { '', 0 } end
local age = (redis.call('TIME')[1] - tonumber(string.sub(origin, 1, 6), 16)) % 16777216
return { string.sub(origin, 13), age }
