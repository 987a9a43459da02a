import { bringTexts, type Language } from '#kit/web/i18n.ts'
import type { Screen } from '#kit/web/screen.ts'

const texts = async (language: Language) => ({
  setup: ((await import(`./texts/${language}.json`)) as { default: object }).default,
})

/** These pages bring their texts along: most people never open one. */
const opening = (load: Screen['load']): Screen['load'] => {
  return async () => (await Promise.all([load(), bringTexts(texts)]))[0]
}

export const screens: readonly Screen[] = [
  {
    path: '/settings',
    title: 'app:settings.settings',
    role: 'Settings',
    load: opening(async () => ({ default: (await import('./settings/SettingsPage.tsx')).SettingsPage })),
  },
  {
    path: '/settings/lists',
    title: 'app:settings.lists',
    role: 'Settings',
    add: { label: 'setup:list.add', dialog: true, privilege: 'Manage Settings' },
    load: opening(async () => ({ default: (await import('./lists/ListsPage.tsx')).ListsPage })),
  },
]
