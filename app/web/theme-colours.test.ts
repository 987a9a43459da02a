import { expect, test } from 'vitest'
import { iconColourOn, textColourOn, toReadable } from './theme-colours.ts'

test('text colour: is black or white, whichever has more contrast', () => {
  expect(textColourOn('#3e82f7')).toBe('#000000')
  expect(textColourOn('#0b1f3a')).toBe('#ffffff')
})

test('header icons: are white if white has sufficient contrast', () => {
  expect(iconColourOn('#3e82f7')).toBe('#ffffff')
  expect(iconColourOn('#ffd54a')).toBe('#000000')
})

test('chosen colour: a readable colour stays unchanged', () => {
  expect(toReadable('#1b4fd0', '#ffffff')).toBe('#1b4fd0')
})

test.each(['#ffff00', '#3e82f7', '#eeeeee'])(
  'chosen colour %s: is darkened on white and lightened on black until it is readable',
  (colour) => {
    expect(brightness(toReadable(colour, '#ffffff'))).toBeLessThanOrEqual(brightness(colour))
    expect(brightness(toReadable('#101010', '#1f1f1f'))).toBeGreaterThan(brightness('#101010'))
  },
)

const brightness = (colour: string) =>
  [1, 3, 5].reduce((sum, start) => sum + Number.parseInt(colour.slice(start, start + 2), 16), 0)
