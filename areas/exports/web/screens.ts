import type { Screen } from '#kit/web/screen.ts'
import { bringExportTexts } from './own-texts.ts'

export const screens: readonly Screen[] = [
  {
    path: '/exports',
    title: 'app:settings.exports',
    privilege: 'Export Data',
    load: async () => {
      const [{ ExportsPage }] = await Promise.all([import('./ExportsPage.tsx'), bringExportTexts()])
      return { default: ExportsPage }
    },
  },
]
