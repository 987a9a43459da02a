import { Button, Tag } from 'antd'
import { CheckIcon, PlusIcon } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { customerPath } from '#areas/customers/paths.ts'
import { MemberField } from '#areas/customers/web/index.ts'
import { formatPersonName } from '#kit/contract/person.ts'
import { call } from '#kit/web/call.ts'
import { ShortInstant } from '#kit/web/Dates.tsx'
import { MoneyText } from '#kit/web/Figures.tsx'
import { FormDialog } from '#kit/web/FormDialog.tsx'
import { listSeparator } from '#kit/web/format.ts'
import { FactList } from '#kit/web/HomeParts.tsx'
import { useT } from '#kit/web/i18n.ts'
import { EntryList, Muted, Row, Stack } from '#kit/web/Layout.tsx'
import { useLabels } from '#kit/web/labels.ts'
import { PersonInitials } from '#kit/web/PersonMark.tsx'
import { Card } from '#kit/web/Sections.tsx'
import { RowActions } from '#kit/web/table/RowActions.tsx'
import { useCall } from '#kit/web/useCall.ts'
import {
  addRelative,
  deleteRelative,
  type GiftIdea,
  giveFavourite,
  type Relative,
  restoreRelative,
} from '../contract.ts'
import { FavouritePicture } from './FavouritePicture.tsx'
import { MaterialLabels } from './ProfileCard.tsx'
import { wornPlaceOf } from './places.ts'

type Props = { CustomerId: number; relatives: readonly Relative[]; writes: boolean }

/** Shows the customer's relatives with their sizes and wishes, and the gifts that were already bought. */
export function HouseholdCard({ CustomerId, relatives, writes }: Props) {
  const t = useT()
  const [adding, setAdding] = useState(false)
  return (
    <Card
      title={t('household:household.title')}
      count={relatives.length}
      extra={
        writes && (
          <Button size="small" icon={<PlusIcon aria-hidden />} onClick={() => setAdding(true)}>
            {t('household:household.add')}
          </Button>
        )
      }
    >
      <Muted as="p" className={relatives.length > 0 ? 'carat-space-after' : undefined}>
        {t(relatives.length === 0 ? 'household:household.empty' : 'household:household.secret')}
      </Muted>
      <EntryList>
        {relatives.map((relative) => (
          <RelativeRow key={relative.LinkId} GiverId={CustomerId} relative={relative} writes={writes} />
        ))}
      </EntryList>
      <FormDialog
        area="household"
        title={t('household:household.add')}
        open={adding}
        onClose={() => setAdding(false)}
        call={addRelative}
        initial={{ Relation: 'Spouse' }}
        fixed={{ CustomerId }}
        fields={[
          {
            name: 'MembershipNo',
            label: 'household:household.relative',
            control: (props) => <MemberField {...props} />,
          },
          { name: 'Relation', help: 'household:household.relationHelp' },
        ]}
        done="household:household.created"
        failed="household:household.createFailed"
      />
    </Card>
  )
}

type RelativeProps = { GiverId: number; relative: Relative; writes: boolean }

function RelativeRow({ GiverId, relative, writes }: RelativeProps) {
  const t = useT()
  const labels = useLabels('household')
  const remove = useCall(deleteRelative, {
    done: 'household:household.deleted',
    failed: 'household:household.deleteFailed',
    undo: ({ LinkId }) => call(restoreRelative, { LinkId }),
  })
  const { LinkId, FullName, Metals, Stones, Allergies, Sizes, Favourites } = relative
  const name = formatPersonName(FullName)
  return (
    <li>
      <Stack gap="m" className="jewel-grows">
        <Row justify="spread" tight start>
          <Row>
            <PersonInitials name={FullName} />
            <Link to={customerPath({ CustomerId: relative.CustomerId })}>
              <bdi>{name}</bdi>
            </Link>
            <Tag style={{ margin: 0 }}>{labels.value('Relation', relative.Relation)}</Tag>
          </Row>
          {writes && (
            <RowActions
              name={name}
              actions={[
                {
                  label: t('household:household.delete'),
                  danger: true,
                  confirm: t('household:household.deleteQuestion', { name }),
                  run: () => remove.mutateAsync({ LinkId }),
                },
              ]}
            />
          )}
        </Row>
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
            Sizes.length > 0 && {
              label: labels.field('Sizes'),
              value: Sizes.map(({ Size, ...size }) => `${labels.value('Place', wornPlaceOf(size))} ${Size}`).join(
                listSeparator(),
              ),
            },
          ]}
        />
        {Favourites.length > 0 && (
          <ul className="jewel-ideas" aria-label={t('household:household.wishesOf', { name })}>
            {Favourites.map((idea) => (
              <Idea key={idea.FavouriteId} GiverId={GiverId} idea={idea} writes={writes} />
            ))}
          </ul>
        )}
      </Stack>
    </li>
  )
}

function Idea({ GiverId, idea, writes }: { GiverId: number; idea: GiftIdea; writes: boolean }) {
  const t = useT()
  const labels = useLabels('household')
  const give = useCall(giveFavourite, { done: 'household:household.noted', failed: 'household:household.noteFailed' })
  const { FavouriteId, Name, Price, ImageUrl, Remarks, Given, GivenAt } = idea
  const boughtByCustomer = Given === 'Bought by this customer'
  const note = (GivenYN: 'Y' | 'N') => give.mutate({ GiverId, FavouriteId, GivenYN })
  return (
    <li>
      <FavouritePicture url={ImageUrl} />
      <div className="carat-entry jewel-grows">
        <bdi>{Name}</bdi>
        <Muted as="div">
          <Row as="span">
            {Price !== null && <MoneyText amount={Price} currency />}
            {Remarks && <bdi>{Remarks}</bdi>}
          </Row>
        </Muted>
        {Given !== 'Not bought' && (
          <Row as="span" gap="xs">
            <CheckIcon aria-hidden size={14} />
            {labels.value('Given', Given)}
            <ShortInstant value={GivenAt} />
          </Row>
        )}
      </div>
      {writes && Given !== 'Bought by another relative' && (
        <Button
          size="small"
          type={boughtByCustomer ? 'text' : 'default'}
          loading={give.isPending}
          aria-label={t(boughtByCustomer ? 'household:household.notBoughtOf' : 'household:household.boughtOf', {
            name: Name,
          })}
          onClick={() => note(boughtByCustomer ? 'N' : 'Y')}
        >
          {t(boughtByCustomer ? 'household:household.notBought' : 'household:household.bought')}
        </Button>
      )}
    </li>
  )
}
