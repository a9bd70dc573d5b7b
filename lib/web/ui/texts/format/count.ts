/**
 * A number in words, such as "3 sessions", by the plural rules of the language; `#` stands for the number.
 * @param forms those that the language has; `other` for the rest
 */
export function counter(
  locale: string,
  forms: Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string },
): (count: number) => string {
  const [plural, number] = [new Intl.PluralRules(locale), new Intl.NumberFormat(locale)]
  return (count) => (forms[plural.select(count)] ?? forms.other).replace('#', number.format(count))
}
