/** Which coding a caller gets (RFC 9110 s12.5.3). */
import { chooseCoding } from '../../../lib/web/request/negotiation.ts'

it.each([
  // As browsers send it, on https and without.
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  // The caller's wish comes first, the better coding where it has none.
  ['br;q=0.5, gzip;q=0.8', 'gzip'],
  ['gzip;q=0.8, br;q=0.8', 'br'],
  ['gzip;q=0.001', 'gzip'],
  ['BR', 'br'],
  ['GZip ; Q=0.5', 'gzip'],
  ['x-gzip', 'gzip'],
  // What is refused.
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0, *', 'gzip'],
  ['gzip;q=0, *;q=0.5', 'br'],
  ['*', 'br'],
  ['*;q=0', undefined],
  ['gzip;q=0', undefined],
  ['identity', undefined],
  ['identity;q=1, gzip;q=0.5', undefined],
  ['identity;q=0.5, gzip;q=0.5', 'gzip'],
  ['identity;q=0, gzip', 'gzip'],
  // No offered type is acceptable: the header is disregarded.
  ['identity;q=0', undefined],
  ['identity;q=0, zstd', undefined],
  ['deflate, zstd, compress', undefined],
  // No header, an empty one, and what is none.
  [undefined, undefined],
  ['', undefined],
  [',,', undefined],
  ['gzip;q=', undefined],
  ['gzip;q=2', undefined],
  ['gzip;q=-1', undefined],
  ['gzip;q=x', undefined],
  ['gzipped, br2, __proto__', undefined],
])('chooseCoding %s gives %s', (accepted, coding) => expect(chooseCoding(accepted)).toBe(coding))
