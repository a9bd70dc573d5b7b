/** What the walk needs of a browser, so that one script drives Chromium, Firefox and WebKitGTK. */
export interface EngineWindow {
  goTo(url: string): Promise<void>
  /** The value of an expression in the page. @throws while another page replaces it */
  evaluate(expression: string): Promise<unknown>
  /** With the mouse. @param x pixels from the window's left @param y pixels from its top */
  clickAt(x: number, y: number): Promise<void>
  /** With the keyboard, into the field that has the focus; a line break is the Enter key. */
  type(text: string): Promise<void>
  resize(width: number, height: number): Promise<void>
}

export interface Engine {
  /** As Portico names it in the list of devices. */
  readonly device: string
  /** A window with separate cookies, in English, without animations. */
  open(): Promise<EngineWindow>
}

const ENTER = '\uE007'

/** Presses of keys as WebDriver and BiDi take them; a line break is the Enter key. */
export const keyActions = (text: string): object => ({
  type: 'key',
  id: 'keyboard',
  actions: [...text.replaceAll('\n', ENTER)].flatMap((value) => [
    { type: 'keyDown', value },
    { type: 'keyUp', value },
  ]),
})

/** A click of the main button. */
export const clickActions = (x: number, y: number): object => ({
  type: 'pointer',
  id: 'mouse',
  parameters: { pointerType: 'mouse' },
  actions: [
    { type: 'pointerMove', x, y },
    { type: 'pointerDown', button: 0 },
    { type: 'pointerUp', button: 0 },
  ],
})
