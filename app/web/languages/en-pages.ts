import { bundleOf } from './bundle.ts'

// What all other pages say: fetched with the first of them that is opened.
export const bundle = bundleOf(
  import.meta.glob<object>(
    ['../../../areas/*/web/texts/en.json', '!../../../areas/{access,dashboard}/web/texts/en.json'],
    { eager: true, query: '?part=pages', import: 'default' },
  ),
)
