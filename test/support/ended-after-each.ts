/** What a test starts ends after it, also where the test fails. */
export function endedAfterEach(): <Started extends { stop(): Promise<unknown> }>(started: Started) => Started {
  const running: { stop(): Promise<unknown> }[] = []
  afterEach(async () => {
    for (const started of running.splice(0).toReversed()) await started.stop()
  })
  return (started) => {
    running.push(started)
    return started
  }
}
