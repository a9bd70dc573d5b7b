export type Check = 'ok' | 'missing'

/** What must be there before the service can answer (G9). */
export interface Readiness {
  /** `configuration`: the clients and people that it names, and the keys, are in the store. */
  checks(): Promise<{ readonly store: Check; readonly configuration: Check; readonly signingKey: Check }>
}
