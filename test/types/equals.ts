/** Exactly the same type: `readonly`, `?` and `any` included. */
export type Equals<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false

/** A fact about types. Nothing in this folder runs: that it compiles is the assertion. */
export const holds = <_Fact extends true>(): void => undefined

// @ts-expect-error what is not true does not hold
holds<Equals<{ readonly a: string }, { a: string }>>()
// @ts-expect-error any equals nothing but itself
holds<Equals<string, never>>()
