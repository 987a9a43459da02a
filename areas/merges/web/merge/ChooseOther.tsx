import { MemberPicker } from '#areas/customers/web/index.ts'
import { useT } from '#kit/web/i18n.ts'
import { Stack } from '#kit/web/Layout.tsx'
import { Card } from '#kit/web/Sections.tsx'

/** Picks the survivor first, then the other record of the same person. */
export function MergePartyPicker({ SurvivorId, onChosen }: { SurvivorId?: number; onChosen: (id: number) => void }) {
  const t = useT()
  const second = SurvivorId !== undefined
  const label = t(second ? 'merges:findOther' : 'merges:findFirst')
  return (
    <Stack width="steps">
      <Card title={label}>
        <p className="carat-muted carat-space-after">{t('merges:findHint')}</p>
        <Stack width="form">
          <MemberPicker
            key={second ? 'other' : 'first'}
            id={second ? 'merge-other' : 'merge-first'}
            excludedId={SurvivorId}
            size="large"
            autoFocus
            ofPage
            onPick={({ CustomerId }) => onChosen(CustomerId)}
            aria-label={label}
          />
        </Stack>
      </Card>
    </Stack>
  )
}
