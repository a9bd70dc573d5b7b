/**
 * Some tests prove more with larger numbers: rounds of a race, attempts of a measurement, real half minutes. `npm test`
 * runs their short form; `PORTICO_LONG=1 npm test` the long one (test/README.md lists them).
 */
export const LONG_FORM = process.env['PORTICO_LONG'] === '1'

/** A value that differs in the long form. */
export const inLongForm = <T>(long: T, usually: T): T => (LONG_FORM ? long : usually)
