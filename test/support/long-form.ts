/**
 * Some tests prove more by numbers: rounds of a race, tries of a measurement, real half minutes. `npm test` runs the
 * short form of them; `PORTICO_LONG=1 npm test` runs the long one (test/README.md lists them).
 */
export const LONG_FORM = process.env['PORTICO_LONG'] === '1'

/** What is different in the long form. */
export const inLongForm = <T>(long: T, usually: T): T => (LONG_FORM ? long : usually)
