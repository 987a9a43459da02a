import { expect, test } from 'vitest'
import {
  existingCalls,
  existingPages,
  existingTexts,
  menuPaths,
  normalisePlaceholders,
  withoutPathParameters,
} from './existing-parts.ts'
import { calls, callsWithChosenPath } from './specification/calls.ts'
import { menu, routes } from './specification/screens.ts'
import { texts } from './specification/texts.ts'

// Compares the specification with the product: entries marked as built must exist, and existing ones must be marked.

type Entry = { built: boolean }

/** Returns the entries whose mark is wrong, with the correction. */
function wrongMarks<Kind extends Entry>(
  entries: readonly Kind[],
  exists: (entry: Kind) => boolean,
  name: (entry: Kind) => string,
) {
  return entries
    .filter((entry) => entry.built !== exists(entry))
    .map((entry) =>
      entry.built
        ? `${name(entry)} is marked as built and does not exist`
        : `${name(entry)} exists now: mark it as built`,
    )
}

test.each(Object.entries({ ...calls }))('specified calls, %s: each mark “built” is right', (_, entries) => {
  const existing = existingCalls()
  const name = ({ method, path }: (typeof entries)[number]) => `${method} ${path}`
  expect(
    wrongMarks(entries, ({ method, path }) => existing.has(`${method} ${withoutPathParameters(path)}`), name),
  ).toEqual([])
})

test.each(Object.entries(callsWithChosenPath))(
  'calls without a specified path, %s: each mark “built” is right',
  (_, entries) => {
    const existing = existingCalls()
    expect(
      wrongMarks(
        entries,
        ({ method, path }) => path !== undefined && existing.has(`${method} ${withoutPathParameters(path)}`),
        ({ what }) => what,
      ),
    ).toEqual([])
  },
)

test.each(Object.entries(routes))('specified paths, %s: each mark “built” is right', (_, entries) => {
  const pages = existingPages()
  expect(
    wrongMarks(
      entries,
      ({ path }) => pages.has(withoutPathParameters(path)),
      ({ path }) => path,
    ),
  ).toEqual([])
})

test.each(Object.entries(menu))('specified menu entries, %s: each mark “built” is right', (_, entries) => {
  const pages = existingPages()
  expect(
    wrongMarks(
      entries,
      ({ path }) => pages.has(path),
      ({ path }) => path,
    ),
  ).toEqual([])
})

test('the menu has the entries of the specification in the specified order', () => {
  const requested = Object.values(menu).flatMap((entries) => entries.map(({ path }) => path))
  expect(menuPaths().filter((path) => requested.includes(path))).toEqual(requested)
})

test.each(Object.entries(texts))('specified texts, %s: each mark “built” is right', (_, entries) => {
  const existing = existingTexts()
  expect(
    wrongMarks(
      entries,
      ({ text }) => existing.has(normalisePlaceholders(text)),
      ({ text }) => text,
    ),
  ).toEqual([])
})

test('lists of specified names: no entry is listed twice', () => {
  const names = [
    ...Object.values(calls).flatMap((entries) =>
      entries.map(({ method, path }) => `${method} ${withoutPathParameters(path)}`),
    ),
    ...Object.values(callsWithChosenPath).flatMap((entries) => entries.map(({ what, path }) => path ?? what)),
    ...Object.values({ ...routes, ...menu }).flatMap((entries) => entries.map(({ path }) => path)),
    ...Object.values(texts).flatMap((entries) => entries.map(({ text }) => text)),
  ]
  const addressesOfBoth = ['/dashboard']
  expect(names.filter((name, index) => names.indexOf(name) !== index && !addressesOfBoth.includes(name))).toEqual([])
})
