/** An object that exists before its hook fills it, so that other objects can use it. */
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
