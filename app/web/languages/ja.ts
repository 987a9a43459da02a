import { bundleOf } from './bundle.ts'

// What is read before anybody signed in.
export const bundle = bundleOf(
  import.meta.glob<object>(
    ['../texts/ja.json', '../../../kit/web/texts/ja.json', '../../../areas/access/web/texts/ja.json'],
    { eager: true, query: '?part=all', import: 'default' },
  ),
)
