import type { ComponentProps } from 'react'
import type { Endpoint } from '#kit/contract/endpoint.ts'
import { FormDialog } from '#kit/web/FormDialog.tsx'
import type { FormField } from '#kit/web/form/fields.ts'
import { businessDate } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import type { TextKey } from '#kit/web/vocabulary.ts'
import type { RulePeriod } from './Periods.tsx'

type Save<E> = { call: E; done: TextKey; headline?: () => string; initial?: object }
type DialogProps = ComponentProps<typeof FormDialog<Endpoint>>

export type PeriodFormProps<Add extends Endpoint> = Pick<
  DialogProps,
  'alternative' | 'onValues' | 'columns' | 'children'
> & {
  add: Save<Add> & { fixed: object }
  update: Save<Endpoint>
  /** Builds the fields of a period; `locked` is why fields are locked, `end` is the help text of the last day. */
  fields: (locked: string | undefined, end: TextKey) => readonly FormField<NoInfer<Add>>[]
}

type Props<Add extends Endpoint> = PeriodFormProps<Add> &
  Pick<DialogProps, 'open' | 'onClose'> & {
    kind: 'rate' | 'structure'
    /** Period that the dialog changes; undefined to add a period. */
    period: RulePeriod | undefined
  }

/** Dialog that adds or changes a future period of a rule; of a running period it changes only the last day. */
export function RulePeriodDialog<Add extends Endpoint>({ kind, period, add, update, fields, ...form }: Props<Add>) {
  const t = useT()
  const locked = period?.Status === 'Active' ? t('points:rules.lockActive') : undefined
  return (
    <FormDialog<Endpoint>
      {...form}
      {...(period ? update : add)}
      area="points"
      title={t(!period ? 'points:rules.addDetail' : locked ? 'points:rules.changeEnd' : 'points:rules.editDetail')}
      initial={period ? { ...period, ...update.initial } : { EffectiveFrom: businessDate(), ...add.initial }}
      fields={
        fields(locked, period ? 'points:rules.endHelp' : 'points:rules.openHelp') as readonly FormField<Endpoint>[]
      }
      failed={`points:${kind}.failed`}
    />
  )
}
