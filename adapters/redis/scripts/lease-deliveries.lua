-- Lease deliveries with the given ids to a worker, or due deliveries if no ids are given.
-- Called by  adapters/redis/delivery-store.ts lease(), leaseThese()
-- KEYS[1]    all deliveries, see keys.deliveries()
-- KEYS[2]    due time of each delivery, see keys.due()
-- ARGV[1]    current time, in milliseconds since the epoch
-- ARGV[2]    when the lease ends
-- ARGV[3]    maximum number to lease if no ids are given
-- ARGV[4..]  ids
-- Returns    { id, previous state, previous due time, text, ... }
-- Why Lua    two workers must never lease the same delivery
-- Begin with a write that needs no memory. Redis then allows the script's other writes even when memory is full.
redis.call('HDEL', KEYS[1], '')
local ids, leased = { unpack(ARGV, 4) }, {}
if #ids == 0 then ids = redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', ARGV[1], 'LIMIT', 0, ARGV[3]) end
for _, id in ipairs(ids) do
  local state, due, text = string.match(redis.call('HGET', KEYS[1], id) or '', '^(%S+) (%S+) (.*)$')
  local before = state and string.match(state, '^leased:(.*)$')
  if state == 'held' or state == 'due' or (before and tonumber(due) <= tonumber(ARGV[1])) then
    redis.call('HSET', KEYS[1], id, 'leased:' .. (before or state) .. ' ' .. ARGV[2] .. ' ' .. text)
    redis.call('ZADD', KEYS[2], ARGV[2], id)
    for _, part in ipairs({ id, before or state, due, text }) do leased[#leased + 1] = part end
  end
end
return leased
