import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

// Every style is used, is declared in a single stylesheet, and works in both reading directions.

const files = ['app', 'areas', 'kit']
  .flatMap((layer) => readdirSync(layer, { recursive: true, encoding: 'utf8' }).map((file) => join(layer, file)))
  .map((file) => file.replaceAll('\\', '/'))
const read = (file: string) => readFileSync(file, 'utf8')
const styles = files.filter((file) => file.endsWith('.css')).map((file) => ({ file, text: read(file) }))
const code = files
  .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
  .map(read)
  .join('\n')
const bare = (text: string) => text.replace(/\/\*[\s\S]*?\*\//g, '')

/** An area, or one half of `app` or `kit`; the public pages of an area are a separate build. */
const ownerOf = (file: string) =>
  file.startsWith('areas/')
    ? file.replace(/^(areas\/[^/]+)\/(?:(public)[/.])?.*$/, '$1/$2')
    : file.split('/', 2).join('/')

test('a CSS class that only one area uses is styled in that area and not in the kit', () => {
  const texts = files
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('.test.'))
    .map((file) => ({ owner: ownerOf(file), text: read(file) }))
  // Includes prefixes, because code such as `carat-row-${justify}` builds class names from a prefix.
  const prefixes = texts
    .filter(({ owner }) => owner.startsWith('kit/'))
    .flatMap(({ text }) => [...text.matchAll(/([a-z][a-z-]*-)\$\{/g)].map(([, prefix]) => prefix!))
    .filter((prefix) => prefix !== 'carat-')
  const misplaced = styles
    .filter(({ file }) => file.startsWith('kit/'))
    .flatMap(({ file, text }) => {
      const names = new Set(
        [
          ...bare(text)
            .replace(/\{[^{}]*\}/g, ' ')
            .matchAll(/\.(-?[a-zA-Z_][\w-]*)/g),
        ].map(([, name]) => name!),
      )
      return [...names]
        .filter(
          (name) => !/^(ant|anticon|lucide)(-|$)/.test(name) && !prefixes.some((prefix) => name.startsWith(prefix)),
        )
        .flatMap((name) => {
          const used = new RegExp(`(?<![\\w-])${name}(?![\\w-])`)
          const owners = new Set(texts.filter(({ text }) => used.test(text)).map(({ owner }) => owner))
          const [owner = ''] = owners
          return owners.size === 1 && !owner.startsWith('kit/') ? [`${file}: .${name} of ${owner}`] : []
        })
    })
  expect(misplaced).toEqual([])
})

test('every CSS class that is styled is used', () => {
  expect(styles.length).toBeGreaterThan(10)
  // The code contains only the prefix of names such as `carat-row-${justify}`.
  const begun = [...code.matchAll(/([a-z][a-z-]*-)\$\{/g)]
    .map(([, prefix]) => prefix!)
    .filter((prefix) => prefix !== 'carat-')
  const used = (name: string) =>
    new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(code) || begun.some((prefix) => name.startsWith(prefix))
  const unused = styles.flatMap(({ file, text }) => {
    const selectors = bare(text).replace(/\{[^{}]*\}/g, ' ')
    const names = new Set([...selectors.matchAll(/\.(-?[a-zA-Z_][\w-]*)/g)].map(([, name]) => name!))
    return [...names]
      .filter((name) => !/^(ant|anticon|lucide)(-|$)/.test(name) && !used(name))
      .map((name) => `${file}: .${name}`)
  })
  expect(unused).toEqual([])
})

test('every CSS custom property that is used is defined', () => {
  const declaredNames = new Set(
    [
      ...styles
        .map(({ text }) => text)
        .join('\n')
        .matchAll(/(--[a-z][\w-]*)\s*:/g),
    ].map(([, name]) => name!),
  )
  const usedNames = new Set([...code.matchAll(/'(--[a-z][\w-]*)'/g)].map(([, name]) => name!))
  const missing = styles.flatMap(({ file, text }) =>
    [...bare(text).matchAll(/var\((--[a-z][\w-]*)/g)]
      .map(([, name]) => name!)
      .filter((name) => !name.startsWith('--ant-') && !declaredNames.has(name) && !usedNames.has(name))
      .map((name) => `${file}: ${name}`),
  )
  expect(missing).toEqual([])
})

test('a CSS class is styled in one stylesheet, and for print in the print stylesheet', () => {
  const homes = new Map<string, Set<string>>()
  for (const { file, text } of styles.filter(({ file }) => !file.endsWith('/print.css')))
    for (const [, selectors] of bare(text)
      .replace(/\([^()]*\)/g, '')
      .matchAll(/(?:^|[};])([^{};]+)(?=\{)/g))
      for (const [, name] of selectors!.matchAll(/(?<=^|,)\s*\.([\w-]+)\s*(?=,|$)/g))
        homes.set(name!, (homes.get(name!) ?? new Set()).add(file))
  const several = [...homes].filter(([, places]) => places.size > 1)
  expect(several.map(([name, places]) => `.${name}: ${[...places].join(', ')}`)).toEqual([])
})

test('styles use logical sides, so that right-to-left languages need no other styles', () => {
  const physical =
    /(?<=[;{]\s*)((?:margin|padding|border|inset|scroll-margin|scroll-padding)-(?:left|right)[\w-]*|left|right|float)\s*:/g
  const wrong = styles.flatMap(({ file, text }) =>
    [...bare(text).matchAll(physical)].map(([, property]) => `${file}: ${property}`),
  )
  expect(wrong).toEqual([])
})

test('pages use the layout components of the kit, not those of the library', () => {
  const imports = [...code.matchAll(/import \{([^}]*)\} from 'antd'/g)].flatMap(([, names]) => names!.split(/,\s*/))
  expect(imports.map((name) => name.trim()).filter((name) => ['Flex', 'Row', 'Col'].includes(name))).toEqual([])
})
