import { bundleOf } from './bundle.ts'

// What is read before anybody signed in.
export const bundle = bundleOf(
  import.meta.glob<object>(
    ['../texts/fr.json', '../../../kit/web/texts/fr.json', '../../../areas/access/web/texts/fr.json'],
    { eager: true, query: '?part=all', import: 'default' },
  ),
)
