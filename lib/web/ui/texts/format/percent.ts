/** "97 %", as the language writes it. One that is not whole is rounded away from all and from nothing: 99.7 % is not 100 %. */
export function percent(locale: string, share: number): string {
  const whole = Math.round(share * 100)
  const shown = share < 1 && whole === 100 ? 99 : share > 0 && whole === 0 ? 1 : whole
  return new Intl.NumberFormat(locale, { style: 'percent' }).format(shown / 100)
}
