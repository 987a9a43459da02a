import type { WebArea } from '#kit/web/area.ts'
import { call } from '#kit/web/call.ts'
import { lookupListChoices } from '#kit/web/choices.ts'
import { codeNameProviders } from '#kit/web/code-names.ts'
import { currentLanguage } from '#kit/web/i18n.ts'
import { recordScreen } from '#kit/web/record-screen.ts'
import { getListItems, type ListName } from './contract.ts'
import { firstStepsPath, listsPath, settingsPath } from './paths.ts'
import type texts from './web/texts.json'

declare module '#kit/web/vocabulary.ts' {
  interface Texts {
    setup: typeof texts
  }
}

export const setupWebArea: WebArea = {
  screens: [
    {
      path: settingsPath.pattern,
      title: 'setup:screens.settings',
      role: 'Settings',
      load: async () => ({ default: (await import('./web/settings/SettingsPage.tsx')).SettingsPage }),
    },
    {
      // The menu does not contain this page: the dashboard links to it while setup steps are open.
      path: firstStepsPath.pattern,
      title: 'setup:screens.firstSteps',
      role: 'Settings',
      parent: settingsPath.pattern,
      load: async () => ({ default: (await import('./web/first-steps/FirstStepsPage.tsx')).FirstStepsPage }),
    },
    recordScreen({
      name: 'product group',
      title: 'setup:screens.productGroups',
      role: 'Product Group',
      words: 'setup:productGroup',
      adding: 'setup:screens.productGroupAdd',
      record: async () => (await import('./contract/product-groups.ts')).productGroupRecord,
      named: 'ProductName',
      columns: ['ProductCode', 'ProductName', 'ProductType', 'EarnPointsYN', 'Status'],
      search: { ProductCode: 'capitals', ProductName: 'text', ProductType: { list: 'ProductType' } },
      code: { name: 'ProductCode', example: 'DIA_RING' },
      fields: [
        'ProductName',
        { name: 'ProductType', choices: { list: 'ProductType' }, choicesFailed: 'setup:productGroup.typesFailed' },
        { name: 'EarnPointsYN', help: 'setup:productGroup.earnHelp' },
      ],
    }),
    recordScreen({
      name: 'stock group',
      menu: 'setup',
      title: 'setup:screens.stockGroups',
      role: 'Product Group',
      words: 'setup:stockGroup',
      adding: 'setup:screens.stockGroupAdd',
      record: async () => (await import('./contract/records.ts')).stockGroups,
      named: 'Name',
      columns: ['Code', 'Name', 'Status'],
      search: { Code: 'capitals', Name: 'text' },
      code: { name: 'Code', example: 'D01' },
      fields: ['Name'],
    }),
    {
      path: listsPath.pattern,
      menu: 'settings',
      title: 'setup:screens.lists',
      role: 'Settings',
      add: { label: 'setup:screens.addList', dialog: true, privilege: 'Manage Settings' },
      load: async () => ({ default: (await import('./web/lists/ListsPage.tsx')).LookupListsPage }),
    },
  ],
  contributes: [
    codeNameProviders.with({
      field: 'ProductGroup',
      names: async () => (await import('./web/product-group-names.ts')).productGroupNames(),
      about: ['product group'],
    }),
    lookupListChoices.with(async (name) => {
      const { rows } = await call(getListItems, { ListName: name as ListName, LanguageCode: currentLanguage() })
      return rows.map(({ Value, Label }) => ({ value: Value, label: Label }))
    }),
  ],
}
