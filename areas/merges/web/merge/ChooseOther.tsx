import { useState } from 'react'
import { listCustomers } from '#areas/customers/contract/customers.ts'
import { call } from '#kit/web/call.ts'
import { useT } from '#kit/web/i18n.ts'
import { Stack } from '#kit/web/Layout.tsx'
import { RecordPicker } from '#kit/web/RecordPicker.tsx'
import { Card } from '#kit/web/Sections.tsx'

const TYPED_MIN = 3

/** Who it is about: the one who stays first, then the other record of the same person. */
export function ChooseOther({ SurvivorId, onChosen }: { SurvivorId?: number; onChosen: (id: number) => void }) {
  const t = useT()
  const [value, setValue] = useState<string | null>(null)
  const second = SurvivorId !== undefined
  const label = t(second ? 'merges:findOther' : 'merges:findFirst')
  const find = async (typed: string) => {
    const { rows } = await call(listCustomers, { Rows: 20, Search: { Q: typed } })
    return rows
      .filter(({ CustomerId }) => CustomerId !== SurvivorId)
      .map(({ CustomerId, FullName, MembershipNo, ContactNo }) => ({
        value: `${CustomerId}`,
        label: FullName,
        hint: [MembershipNo, ContactNo].filter(Boolean).join(' · '),
      }))
  }
  return (
    <Stack width="steps">
      <Card title={label}>
        <p className="carat-muted carat-space-after">{t('merges:findHint')}</p>
        <Stack width="narrow">
          <RecordPicker
            key={second ? 'other' : 'first'}
            name={second ? 'merges.other' : 'merges.first'}
            find={find}
            min={TYPED_MIN}
            value={value}
            onChange={(chosen) => {
              setValue(second ? chosen : null)
              if (chosen) onChosen(Number(chosen))
            }}
            aria-label={label}
            placeholder={t('merges:findPlaceholder')}
          />
        </Stack>
      </Card>
    </Stack>
  )
}
