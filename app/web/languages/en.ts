import { bundleOf } from './bundle.ts'

// What is read before anybody signed in.
export const bundle = bundleOf(
  import.meta.glob<object>(
    ['../texts/en.json', '../../../kit/web/texts/en.json', '../../../areas/access/web/texts/en.json'],
    { eager: true, query: '?part=all', import: 'default' },
  ),
)
