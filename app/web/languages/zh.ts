import { bundleOf } from './bundle.ts'

// What is read before anybody signed in.
export const bundle = bundleOf(
  import.meta.glob<object>(
    ['../texts/zh.json', '../../../kit/web/texts/zh.json', '../../../areas/access/web/texts/zh.json'],
    { eager: true, query: '?part=all', import: 'default' },
  ),
)
