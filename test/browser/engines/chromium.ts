import { launchChromium } from '../../support/chromium.ts'
import type { Engine } from './engine.ts'

export async function chromium(): Promise<Engine> {
  const browser = await launchChromium()
  return {
    device: 'Chrome on Linux',
    async open() {
      const context = await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce' })
      const page = await context.newPage()
      return {
        goTo: async (url) => void (await page.goto(url)),
        evaluate: (expression) => page.evaluate(expression),
        clickAt: (x, y) => page.mouse.click(x, y),
        type: (text) => page.keyboard.type(text),
        resize: (width, height) => page.setViewportSize({ width, height }),
      }
    },
  }
}
