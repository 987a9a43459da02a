import { expect, test } from 'vitest'
import { allScreens } from '../screens.ts'
import { loadPageHelpTexts } from './help.ts'

const paths = allScreens.map(({ path }) => path).sort()

test.each(['en', 'zh', 'fr', 'ja'] as const)(
  'help: every page has a text in %s, and no text belongs to a missing page',
  async (language) => {
    expect(Object.keys(await loadPageHelpTexts(language)).sort()).toEqual(paths)
  },
)

test('help: every text is translated', async () => {
  const english = await loadPageHelpTexts('en')
  for (const language of ['zh', 'fr', 'ja'] as const) {
    const untranslated = Object.entries(await loadPageHelpTexts(language)).filter(
      ([path, text]) => text === english[path],
    )
    expect(untranslated).toEqual([])
  }
})
