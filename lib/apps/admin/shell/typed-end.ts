/** The end date that a form with `LastDay` contains, as typed; empty without one. */
export function typedEnd(form: { get(name: string): string | undefined }): string {
  const [day = '', time = ''] = ['until', 'time'].map((name) => form.get(name)?.trim())
  return time === '' ? day : `${day}T${time}Z`
}
