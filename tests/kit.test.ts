import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { codeOf, files, filesIn, importsOf, pathOfImport, sourceOf } from './sources.ts'

// The kit serves several areas and depends on no area.

/** Kit exports that only one area uses, by file, with the reason for each. */
const singleOwnerExports: Record<string, { names: readonly string[]; reason: string }> = {
  'kit/contract/fields.ts': {
    names: ['requiredText', 'upperCaseSentence', 'UnitPriceFromZero', 'QuantityAboveZero'],
    reason: 'field types are one vocabulary, built from parts that only this file has',
  },
  'kit/contract/outbox.ts': { names: ['devOutbox'], reason: 'an endpoint of the program, read by both of its halves' },
  'kit/contract/refusal.ts': {
    names: ['RefusalReply', 'declaredRefusals'],
    reason: 'the program documents and translates what all contracts declare',
  },
  'kit/public/Frame.tsx': { names: ['setLegalPaths'], reason: 'the program says where its legal pages are' },
  'kit/public/draft.ts': { names: ['discardDeviceData'], reason: 'drafts are stored here alone' },
  'kit/public/router.tsx': { names: ['usePath', 'useFragment'], reason: 'the address is read here alone' },
  'kit/public/start.ts': { names: ['wasInitialReadRefused'], reason: 'the document of the page is read here alone' },
  'kit/public/texts.ts': {
    names: ['loadInitialTexts', 'loadPageTexts', 'applyLinkLanguage'],
    reason: 'the program loads the texts that are stored here',
  },
  'kit/web/PageTools.tsx': { names: ['pageHeaderRefs'], reason: 'the shell draws what pages put into its header' },
  'kit/web/call.ts': {
    names: ['setWebClientName', 'setErrorTextLoader', 'setSignedOutHandler'],
    reason: 'the program and the sign-in configure all calls',
  },
  'kit/web/connection.ts': {
    names: ['watchServerConnection'],
    reason: 'the shell displays the connection state that calls record',
  },
  'kit/web/form/drafts.ts': { names: ['listDraftsWithPrefix'], reason: 'drafts are stored here alone' },
  'kit/web/format.ts': { names: ['setBusinessSettings'], reason: 'the program sets the business zone and currency' },
  'kit/web/i18n.ts': {
    names: ['loadInitialTexts', 'loadFurtherTexts'],
    reason: 'the program loads the texts that are stored here',
  },
  'kit/web/notify-history.ts': {
    names: [
      'startNotificationHistory',
      'markNotificationsSeen',
      'clearNotificationHistory',
      'usePastNotifications',
      'useUnseenErrors',
    ],
    reason: 'the shell lists the messages that are stored here',
  },
  'kit/web/notify.tsx': { names: ['NotifyHost'], reason: 'the shell draws messages' },
  'kit/web/renewal.ts': { names: ['refetchAfterChanges'], reason: 'the program connects calls with reads' },
  'kit/web/scanner.ts': {
    names: ['pauseScanner', 'listenToScanner'],
    reason: 'the shell handles scans that no page handles',
  },
  'kit/web/screen.ts': {
    names: ['canOpenScreen', 'useRegisteredOpenRecord', 'useRegisteredAddAction'],
    reason: 'the shell draws what pages register',
  },
  'kit/web/shortcuts.ts': { names: ['useShortcutList'], reason: 'the shell lists the keys that pages register' },
  'kit/web/slots.ts': { names: ['collectContributions'], reason: 'the program collects what areas contribute' },
  'kit/web/sound.ts': { names: ['setSoundOn'], reason: 'the profile menu switches the sound' },
  'kit/web/theme.tsx': {
    names: ['lastAppearance', 'setAppearanceStore', 'AppearanceProvider', 'isAppearanceKey'],
    reason: 'the program starts and stores the appearance',
  },
}

test('everything that the kit exports is used by the kit or by two areas, and no kit file serves one area only', () => {
  const halves = files.filter((file) => /^kit\/(web|public|contract)\//.test(file))
  const ownerOf = (file: string) => (file.startsWith('areas/') ? file.split('/', 2).join('/') : file.split('/')[0]!)
  const ownersOf = new Map<string, Set<string>>()
  for (const file of files) {
    const imports = codeOf(file).matchAll(/import\s+(?:type\s+)?(?:\w+,\s*)?\{([^}]*)\}\s*from\s*'([#.][^']+)'/g)
    const later = codeOf(file).matchAll(/\(await import\('([#.][^']+)'\)\)\.(\w+)/g)
    for (const [names, path] of [
      ...[...imports].map(([, names, path]) => [names, path]),
      ...[...later].map(([, path, name]) => [name, path]),
    ]) {
      const from = pathOfImport(file, path!)
      for (const name of names!.split(',').map(
        (one) =>
          one
            .trim()
            .replace(/^type /, '')
            .split(' as ')[0]!,
      )) {
        const key = `${from}#${name}`
        ownersOf.set(key, (ownersOf.get(key) ?? new Set()).add(ownerOf(file)))
      }
    }
  }
  const violations = halves.flatMap((file) => {
    const code = codeOf(file)
    const exported = code.matchAll(/^export (?:async )?(?:const|function|class|type|let) (\w+)/gm)
    return [...exported].flatMap(([, name]) => {
      const owners = new Set(ownersOf.get(`${file}#${name}`))
      if ([...code.matchAll(new RegExp(`(?<![\\w.])${name}(?!\\w)`, 'g'))].length > 1) owners.add('kit')
      return owners.has('kit') || owners.size > 1 ? [] : [{ file, name: name! }]
    })
  })
  const tests = filesIn('kit', 'tests')
    .filter((file) => file.endsWith('.test.ts'))
    .map((file) => readFileSync(file, 'utf8'))
  const tested = tests.join('\n')
  const isExcused = ({ file, name }: { file: string; name: string }) => singleOwnerExports[file]?.names.includes(name)
  const isTested = ({ file, name }: { file: string; name: string }) =>
    !ownersOf.has(`${file}#${name}`) && new RegExp(`\\b${name}\\b`).test(tested)
  expect(violations.length).toBeGreaterThan(10)
  expect(violations.filter((one) => !isExcused(one) && !isTested(one))).toEqual([])
  const excused = Object.entries(singleOwnerExports).flatMap(([file, { names }]) =>
    names.map((name) => ({ file, name })),
  )
  expect(excused.filter(({ file, name }) => !violations.some((one) => one.file === file && one.name === name))).toEqual(
    [],
  )

  const importers = new Map<string, Set<string>>()
  for (const file of files)
    for (const to of importsOf(file)) importers.set(to, (importers.get(to) ?? new Set()).add(ownerOf(file)))
  const single = files.filter((file) => {
    if (!file.startsWith('kit/')) return false
    const [owner = '', ...others] = importers.get(file) ?? []
    return others.length === 0 && owner.startsWith('areas/')
  })
  expect(single).toEqual([])
})

test('the kit contains no business term', () => {
  const business = /Member|Customer|Campaign|Reward|Tier|Lead|Voucher/
  const naming = files
    .filter((file) => file.startsWith('kit/'))
    .flatMap((file) =>
      sourceOf(file)
        .split('\n')
        .flatMap((line, at) => (business.test(line) ? [`${file}:${at + 1}`] : [])),
    )
  expect(naming).toEqual([])
})
