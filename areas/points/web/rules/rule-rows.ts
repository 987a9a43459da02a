import { useT } from '#kit/web/i18n.ts'
import type { TextKey } from '#kit/web/vocabulary.ts'

type Props<Rule> = {
  kind: 'rate' | 'structure'
  label: TextKey
  pathOf: (rule: Rule) => string
  nameOf: (rule: Rule) => string
  remove: (rule: Rule) => Promise<unknown>
}

/** Returns the table properties that the lists of structures and rates share: links, names, actions and empty text. */
export function useRuleListProps<Rule extends { Status: string }>({
  kind,
  label,
  pathOf,
  nameOf,
  remove,
}: Props<Rule>) {
  const t = useT()
  return {
    area: 'points',
    label: t(label),
    rowLink: (rule: Rule) => (rule.Status === 'Deleted' ? undefined : pathOf(rule)),
    rowName: nameOf,
    actions: (rule: Rule) => [
      { label: t('kit:verbs.edit'), to: pathOf(rule) },
      { label: t('points:screens.simulate'), to: `${pathOf(rule)}/simulate` },
      {
        label: t('kit:verbs.delete'),
        danger: true,
        confirm: t(`points:${kind}.deleteQuestion`, { name: nameOf(rule) }),
        run: () => remove(rule),
      },
    ],
    empty: { title: t(`points:${kind}.empty`), hint: t(`points:${kind}.emptyHint`) },
  } as const
}
