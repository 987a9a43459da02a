import { Button } from 'antd'
import { PencilIcon } from 'lucide-react'
import { useState } from 'react'
import { ShortDate } from '#kit/web/Dates.tsx'
import { MoneyText } from '#kit/web/Figures.tsx'
import { FormDialog } from '#kit/web/FormDialog.tsx'
import { getCurrency, listSeparator } from '#kit/web/format.ts'
import { FactList } from '#kit/web/HomeParts.tsx'
import { useT } from '#kit/web/i18n.ts'
import { Muted, Row, Stack, SumList } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { Card } from '#kit/web/Sections.tsx'
import { type DisplayedDate, type DisplayedSize, type Profile, updateJewelleryProfile } from '../contract.ts'
import { ImportantDatesField, JewellerySizesField } from './ListFields.tsx'
import { wornPlaceOf } from './places.ts'

/** Shows taste and measures of a customer, in the order of the conversation at the counter. */
export function JewelleryProfileCard({ profile, writes }: { profile: Profile; writes: boolean }) {
  const t = useT()
  const [editing, setEditing] = useState(false)
  const currency = getCurrency()
  const wordsOf = useListFormatters()
  return (
    <Card
      title={t('household:profile.title')}
      extra={
        writes && (
          <Button type="link" size="small" icon={<PencilIcon aria-hidden />} onClick={() => setEditing(true)}>
            {t('kit:verbs.edit')}
          </Button>
        )
      }
    >
      <ProfileFacts profile={profile} />
      <FormDialog
        area="household"
        title={t('household:profile.edit')}
        open={editing}
        onClose={() => setEditing(false)}
        call={updateJewelleryProfile}
        columns={2}
        initial={profile}
        fields={[
          'Metals',
          'Stones',
          { name: 'BudgetFrom', prefix: currency },
          { name: 'BudgetTo', prefix: currency },
          { name: 'Allergies', wide: true },
          { name: 'Sizes', wide: true, control: (props) => <JewellerySizesField {...props} />, words: wordsOf.sizes },
          { name: 'Dates', wide: true, control: (props) => <ImportantDatesField {...props} />, words: wordsOf.dates },
          { name: 'Remarks', wide: true, kind: 'multiline' },
        ]}
        done="household:profile.updated"
        failed="household:profile.failed"
      />
    </Card>
  )
}

/** Formats lists for the comparison of two versions of the profile. */
function useListFormatters() {
  const labels = useLabels('household')
  return {
    sizes: (value: unknown) =>
      ((value ?? []) as DisplayedSize[])
        .map(
          ({ Person, Size, ...size }) =>
            `${Person ? `${Person}, ` : ''}${labels.value('Place', wornPlaceOf(size))} ${Size}`,
        )
        .join('; '),
    dates: (value: unknown) =>
      ((value ?? []) as DisplayedDate[]).map(({ Label, OccursOn }) => `${Label} ${OccursOn}`).join('; '),
  }
}

function ProfileFacts({ profile }: { profile: Profile }) {
  const t = useT()
  const labels = useLabels('household')
  const { Metals, Stones, Allergies, BudgetFrom, BudgetTo, Remarks, Sizes, Dates } = profile
  const budget = BudgetFrom !== null || BudgetTo !== null
  const hasContent = budget || [Metals, Stones, Sizes, Dates].some((list) => list.length > 0) || Allergies || Remarks
  if (!hasContent) return <Muted as="p">{t('household:profile.empty')}</Muted>
  return (
    <Stack gap="l">
      <FactList
        facts={[
          Metals.length > 0 && {
            label: labels.field('Metals'),
            value: <MaterialLabels field="Metals" values={Metals} />,
          },
          Stones.length > 0 && {
            label: labels.field('Stones'),
            value: <MaterialLabels field="Stones" values={Stones} />,
          },
          Allergies && { label: labels.field('Allergies'), value: Allergies },
          budget && { label: t('household:profile.budget'), value: <BudgetRange from={BudgetFrom} to={BudgetTo} /> },
          Remarks && { label: labels.field('Remarks'), value: Remarks },
        ]}
      />
      {Sizes.length > 0 && (
        <div>
          <h3 className="carat-part">{labels.field('Sizes')}</h3>
          <SizesShown sizes={Sizes} />
        </div>
      )}
      {Dates.length > 0 && (
        <div>
          <h3 className="carat-part">{labels.field('Dates')}</h3>
          <SumList
            label={labels.field('Dates')}
            items={Dates.map(({ Label, OccursOn }) => ({
              key: `${Label} ${OccursOn}`,
              label: <bdi>{Label}</bdi>,
              value: <ShortDate value={OccursOn} />,
            }))}
          />
        </div>
      )}
    </Stack>
  )
}

/** Shows the labels of metals or stones in one text. */
export function MaterialLabels({ field, values }: { field: 'Metals' | 'Stones'; values: readonly string[] }) {
  const labels = useLabels('household')
  return <>{values.map((value) => labels.value(field, value)).join(listSeparator())}</>
}

function BudgetRange({ from, to }: { from: string | null; to: string | null }) {
  const t = useT()
  return (
    <Row as="span" gap="xs">
      {from !== null && to === null && t('household:profile.from')}
      {from === null && to !== null && t('household:profile.upTo')}
      {from !== null && <MoneyText amount={from} currency />}
      {from !== null && to !== null && '–'}
      {to !== null && <MoneyText amount={to} currency />}
    </Row>
  )
}

function SizesShown({ sizes }: { sizes: readonly DisplayedSize[] }) {
  const labels = useLabels('household')
  return (
    <SumList
      label={labels.field('Sizes')}
      items={sizes.map(({ Person, Size, ...size }) => ({
        key: `${Person ?? ''} ${wornPlaceOf(size)}`,
        label: (
          <>
            {labels.value('Place', wornPlaceOf(size))}
            {Person && (
              <Muted>
                {' '}
                <bdi>{Person}</bdi>
              </Muted>
            )}
          </>
        ),
        value: <bdi>{Size}</bdi>,
      }))}
    />
  )
}
