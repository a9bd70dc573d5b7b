/** What every program gets, and nothing of what else is set here: where programs are, and where Node keeps what it compiled. */
export const BARE_ENVIRONMENT: Readonly<Record<string, string | undefined>> = {
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
}
