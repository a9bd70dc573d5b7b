-- Drop finished deliveries from the ledger once they have expired.
-- Called by  adapters/redis/delivery-store.ts complete(), find(), list()
-- KEYS[1]    all deliveries, see keys.deliveries()
-- KEYS[2]    creation time of each delivery, see keys.ledger()
-- KEYS[3]    when each finished delivery expires, see keys.ledgerEnds()
-- ARGV[1]    maximum number of deliveries to drop
-- Returns    number of deliveries dropped
-- Why Lua    a delivery that is rewritten at the same time must not be dropped
local time = redis.call('TIME')
local now = string.format('%.0f', time[1] * 1000 + math.floor(time[2] / 1000))
local ended = redis.call('ZRANGEBYSCORE', KEYS[3], '-inf', now, 'LIMIT', 0, ARGV[1])
for _, id in ipairs(ended) do
  redis.call('HDEL', KEYS[1], id)
  redis.call('ZREM', KEYS[2], id)
  redis.call('ZREM', KEYS[3], id)
end
return #ended
