export { type Clock, movableClock } from '../../lib/testing/clock.ts'
