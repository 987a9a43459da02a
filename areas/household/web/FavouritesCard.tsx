import { Button, Tag } from 'antd'
import { EyeOffIcon, PlusIcon } from 'lucide-react'
import { useState } from 'react'
import { call } from '#kit/web/call.ts'
import { MoneyText } from '#kit/web/Figures.tsx'
import { FormDialog } from '#kit/web/FormDialog.tsx'
import type { FormField } from '#kit/web/form/fields.ts'
import { getCurrency } from '#kit/web/format.ts'
import { useT } from '#kit/web/i18n.ts'
import { EntryList, Muted, Row } from '#kit/web/Layout.tsx'
import { Card } from '#kit/web/Sections.tsx'
import { RowActions } from '#kit/web/table/RowActions.tsx'
import { ImageField } from '#kit/web/upload/ImageField.tsx'
import { useCall } from '#kit/web/useCall.ts'
import { addFavourite, deleteFavourite, type Favourite, restoreFavourite, updateFavourite } from '../contract.ts'
import { FavouritePicture } from './FavouritePicture.tsx'

type Props = { CustomerId: number; favourites: readonly Favourite[]; writes: boolean }

/** Shows the customer's wishes without a sign of whether a wish was bought. */
export function FavouriteListCard({ CustomerId, favourites, writes }: Props) {
  const t = useT()
  const [adding, setAdding] = useState(false)
  const [edited, setEdited] = useState<Favourite>()
  const fields: (FormField<typeof addFavourite> & FormField<typeof updateFavourite>)[] = [
    { name: 'Name', wide: true },
    { name: 'Price', prefix: getCurrency() },
    { name: 'HintYN', help: 'household:favourite.hintHelp' },
    {
      name: 'ImageUrl',
      wide: true,
      control: (props) => <ImageField {...props} alt={t('household:fields.ImageUrl')} />,
    },
    { name: 'Remarks', wide: true, kind: 'multiline' },
  ]
  const form = { area: 'household', columns: 2, fields } as const
  return (
    <Card
      title={t('household:favourite.title')}
      count={favourites.length}
      extra={
        writes && (
          <Button size="small" icon={<PlusIcon aria-hidden />} onClick={() => setAdding(true)}>
            {t('household:favourite.add')}
          </Button>
        )
      }
    >
      {favourites.length === 0 && <Muted as="p">{t('household:favourite.empty')}</Muted>}
      <EntryList>
        {favourites.map((favourite) => (
          <FavouriteRow
            key={favourite.FavouriteId}
            favourite={favourite}
            writes={writes}
            onEdit={() => setEdited(favourite)}
          />
        ))}
      </EntryList>
      <FormDialog
        {...form}
        title={t('household:favourite.add')}
        open={adding}
        onClose={() => setAdding(false)}
        call={addFavourite}
        initial={{ HintYN: 'Y' }}
        fixed={{ CustomerId }}
        done="household:favourite.created"
        failed="household:favourite.createFailed"
      />
      <FormDialog
        {...form}
        title={t('household:favourite.edit')}
        open={edited !== undefined}
        onClose={() => setEdited(undefined)}
        call={updateFavourite}
        initial={edited}
        done="household:favourite.updated"
        failed="household:favourite.updateFailed"
      />
    </Card>
  )
}

function FavouriteRow({ favourite, writes, onEdit }: { favourite: Favourite; writes: boolean; onEdit: () => void }) {
  const t = useT()
  const remove = useCall(deleteFavourite, {
    done: 'household:favourite.deleted',
    failed: 'household:favourite.deleteFailed',
    undo: ({ FavouriteId }) => call(restoreFavourite, { FavouriteId }),
  })
  const { FavouriteId, Name, Price, ImageUrl, Remarks, HintYN } = favourite
  return (
    <li>
      <FavouritePicture url={ImageUrl} />
      <div className="carat-entry jewel-grows">
        <Row>
          <strong>
            <bdi>{Name}</bdi>
          </strong>
          {HintYN === 'N' && (
            <Tag icon={<EyeOffIcon aria-hidden size={12} />} style={{ margin: 0 }}>
              {t('household:favourite.hidden')}
            </Tag>
          )}
        </Row>
        {Price !== null && <MoneyText amount={Price} currency />}
        {Remarks && (
          <Muted as="div">
            <bdi>{Remarks}</bdi>
          </Muted>
        )}
      </div>
      {writes && (
        <RowActions
          name={Name}
          actions={[
            { label: t('kit:verbs.edit'), run: onEdit },
            {
              label: t('kit:verbs.delete'),
              danger: true,
              confirm: t('household:favourite.deleteQuestion', { name: Name }),
              run: () => remove.mutateAsync({ FavouriteId }),
            },
          ]}
        />
      )}
    </li>
  )
}
