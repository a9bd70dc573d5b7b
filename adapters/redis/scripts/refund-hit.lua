-- Take one hit back; the window stays as it is.
-- Called by  adapters/redis/rate-counter.ts refund()
-- KEYS[1]    the counter, see keys.rate()
-- Returns    'refunded' | 'nothing'
-- Why Lua    a window that ends between a look and the step would leave a counter below zero that never ends
if tonumber(redis.call('GET', KEYS[1]) or 0) < 1 then return 'nothing' end
redis.call('DECR', KEYS[1])
return 'refunded'
