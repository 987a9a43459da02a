import { expect, test } from 'vitest'
import { allScreens } from '../screens.ts'
import { loadHelp } from './help.ts'

const paths = allScreens.map(({ path }) => path).sort()

test.each(['en', 'zh', 'fr', 'ja'] as const)('every page has its help in %s, and no other', async (language) => {
  expect(Object.keys(await loadHelp(language)).sort()).toEqual(paths)
})

test('help is translated, not copied', async () => {
  const english = await loadHelp('en')
  for (const language of ['zh', 'fr', 'ja'] as const) {
    const same = Object.entries(await loadHelp(language)).filter(([path, text]) => text === english[path])
    expect(same).toEqual([])
  }
})
