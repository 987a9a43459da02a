import { expect, test } from 'vitest'
import { readable, signOn, textOn } from './theme-colours.ts'

test('text on a colour is the one of black and white that reads better', () => {
  expect(textOn('#3e82f7')).toBe('#000000')
  expect(textOn('#0b1f3a')).toBe('#ffffff')
})

test('signs and large letters on the bar are white as long as they can be told', () => {
  expect(signOn('#3e82f7')).toBe('#ffffff')
  expect(signOn('#ffd54a')).toBe('#000000')
})

test('a colour that reads on the page stays as it was chosen', () => {
  expect(readable('#1b4fd0', '#ffffff')).toBe('#1b4fd0')
})

test.each(['#ffff00', '#3e82f7', '#eeeeee'])(
  '%s is darkened on white and lightened on black until it reads',
  (colour) => {
    expect(brightness(readable(colour, '#ffffff'))).toBeLessThanOrEqual(brightness(colour))
    expect(brightness(readable('#101010', '#1f1f1f'))).toBeGreaterThan(brightness('#101010'))
  },
)

const brightness = (colour: string) =>
  [1, 3, 5].reduce((sum, at) => sum + Number.parseInt(colour.slice(at, at + 2), 16), 0)
