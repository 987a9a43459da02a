import type { WebArea } from '#kit/web/area.ts'
import { call } from '#kit/web/call.ts'
import { listItems } from '#kit/web/choices.ts'
import { codeNames } from '#kit/web/code-names.ts'
import { currentLanguage } from '#kit/web/i18n.ts'
import { getListItems, type ListName } from './contract.ts'
import { firstStepsPath, listsPath, productGroupsPath, settingsPath, stockGroupsPath } from './paths.ts'
import type texts from './web/texts.json'

declare module '#kit/web/vocabulary.ts' {
  interface Texts {
    setup: typeof texts
  }
}

export const setup: WebArea = {
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
    {
      path: productGroupsPath.pattern,
      title: 'setup:screens.productGroups',
      role: 'Product Group',
      add: { label: 'setup:screens.productGroupAdd', dialog: true },
      load: async () => ({ default: (await import('./web/product-groups/ProductGroupsPage.tsx')).ProductGroupsPage }),
    },
    {
      path: stockGroupsPath.pattern,
      menu: 'setup',
      title: 'setup:screens.stockGroups',
      role: 'Product Group',
      add: { label: 'setup:screens.stockGroupAdd', dialog: true },
      load: async () => ({ default: (await import('./web/stock-groups/StockGroupsPage.tsx')).StockGroupsPage }),
    },
    {
      path: listsPath.pattern,
      menu: 'settings',
      title: 'setup:screens.lists',
      role: 'Settings',
      add: { label: 'setup:screens.addList', dialog: true, privilege: 'Manage Settings' },
      load: async () => ({ default: (await import('./web/lists/ListsPage.tsx')).ListsPage }),
    },
  ],
  contributes: [
    codeNames.with({
      field: 'ProductGroup',
      names: async () => (await import('./web/stock-groups/product-group-names.ts')).productGroupNames(),
      about: ['product group'],
    }),
    listItems.with(async (name) => {
      const { rows } = await call(getListItems, { ListName: name as ListName, LanguageCode: currentLanguage() })
      return rows.map(({ Value, Label }) => ({ value: Value, label: Label }))
    }),
  ],
}
