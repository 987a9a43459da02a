import { useMemo } from 'react'
import { useCustomFieldNames } from '#areas/custom-fields/web/index.ts'
import { useT } from '#kit/web/i18n.ts'
import { useLabels } from '#kit/web/labels.ts'
import type { TextKey } from '#kit/web/vocabulary.ts'
import { type ImportRowReason, importRowReasons, type RowResult } from '../contract.ts'

const steps = ['Approval', 'Waiting', 'Reading', 'Checking', 'Matching', 'Writing', 'Finishing'] as const

/** Returns the texts for steps, reasons and figures of an import, in the user's language. */
export function useImportWords() {
  const t = useT()
  const labels = useLabels('imports')
  const customFieldNames = useCustomFieldNames('Customer')
  return useMemo(() => {
    const nameOf = (field: string) => customFieldNames.get(field) ?? labels.field(field)
    return {
      field: nameOf,
      reason: ({ Reason, Field, Value }: Pick<RowResult, 'Reason' | 'Field' | 'Value'>) => {
        if (Reason === null || !(Reason in importRowReasons)) return Reason ?? ''
        const named = { Field: Field === null ? '' : nameOf(Field), Value: Value ?? '' }
        return t(`imports:reasons.${Reason as ImportRowReason}`, named)
      },
      step: (name: string) => {
        const knownStep = steps.find((step) => step === name)
        return knownStep ? t(`imports:steps.${knownStep}`) : name
      },
      figure: (name: string) => labels.field(name, `imports:figures.${name}` as TextKey),
    }
  }, [t, labels, customFieldNames])
}
