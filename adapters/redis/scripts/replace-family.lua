-- Replace a token family's record if it matches the expected record.
-- Called by  adapters/redis/family-store.ts replace()
-- KEYS[1]    the family, see keys.family()
-- ARGV[1]    the expected record
-- ARGV[2]    the next record
-- ARGV[3]    time to live of the next record in milliseconds
-- ARGV[4]    the attempt: node and number
-- Returns    'replaced' | 'changed' | 'missing'
-- Why Lua    comparing and replacing must be one step, or two requests could both use the same token
local value = redis.call('GET', KEYS[1])
if not value then return 'missing' end
local record, origin = string.match(value, '^(.*)#([^#]*)$')
local made = ''
if record == ARGV[1] then
  -- Store the current time and the former record's remaining lifetime, in seconds. 24 bits cover half a year.
  local left = math.min(redis.call('PTTL', KEYS[1]) / 1000, 16777215)
  made = string.format('%06x%06x', redis.call('TIME')[1] % 16777216, left) .. ARGV[4]
elseif record ~= ARGV[2] then
  return 'changed'
elseif string.sub(origin, 13) == ARGV[4] then
  return 'replaced'
end
-- If a second attempt writes the same record, remove the origin, so that neither attempt can roll the record back.
redis.call('SET', KEYS[1], ARGV[2] .. '#' .. made, 'PX', ARGV[3])
return 'replaced'
