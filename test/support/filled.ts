/** What a hook makes for a block of tests: an object that stands there before, so that others can be made for it, and is filled then. */
export function filled<Thing extends object>(
  hook: typeof beforeAll,
  make: () => Thing | Promise<Thing>,
  thing = {} as Thing,
): Thing {
  hook(async () => {
    Object.assign(thing, await make())
  })
  return thing
}
