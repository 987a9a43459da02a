import { Button } from 'antd'
import { ArrowLeftIcon, StarIcon, Trash2Icon } from 'lucide-react'
import type { ControlProps } from '#kit/web/form/fields.ts'
import { useT } from '#kit/web/i18n.ts'
import { Muted, Row, Stack } from '#kit/web/Layout.tsx'
import { DropZone } from '#kit/web/upload/DropZone.tsx'
import { fileUrl } from '#kit/web/upload/send.ts'
import { REWARD_IMAGES_MAX } from '../../contract/rewards.ts'
import '../rewards.css'

export type RewardFormPicture = { MediaId: number; Url: string }

/** Field that uploads, orders and removes the pictures of a reward; the first picture is the main one. */
export function RewardPicturesField({ id, value, onChange, onBlur }: ControlProps) {
  const t = useT()
  const pictures = (value ?? []) as RewardFormPicture[]
  const setPictures = (next: RewardFormPicture[]) => onChange?.(next)
  const moveUp = (index: number) =>
    setPictures(
      pictures.map((picture, at) =>
        at === index - 1 ? pictures[index]! : at === index ? pictures[index - 1]! : picture,
      ),
    )
  return (
    <Stack gap="m">
      {pictures.length > 0 && (
        <ul className="carat-reward-pictures">
          {pictures.map((picture, index) => {
            const name = t('rewards:picture.name', { number: index + 1 })
            return (
              <li key={picture.MediaId}>
                <figure>
                  <img src={fileUrl(picture.Url)} alt={name} />
                </figure>
                <Row justify="spread" tight gap="xs">
                  {index === 0 ? (
                    <Muted>
                      <StarIcon aria-hidden size={14} /> {t('rewards:picture.main')}
                    </Muted>
                  ) : (
                    <Button
                      type="text"
                      size="small"
                      icon={<ArrowLeftIcon aria-hidden className="carat-mirrored" />}
                      aria-label={t('rewards:picture.earlier', { name })}
                      title={t('rewards:picture.earlier', { name })}
                      onClick={() => moveUp(index)}
                    />
                  )}
                  <Button
                    type="text"
                    danger
                    size="small"
                    icon={<Trash2Icon aria-hidden />}
                    aria-label={t('rewards:picture.remove', { name })}
                    title={t('rewards:picture.remove', { name })}
                    onClick={() => setPictures(pictures.filter((other) => other !== picture))}
                  />
                </Row>
              </li>
            )
          })}
        </ul>
      )}
      {pictures.length < REWARD_IMAGES_MAX ? (
        <DropZone
          id={id}
          kind="image"
          onBlur={onBlur}
          choose={t(pictures.length > 0 ? 'rewards:picture.add' : 'kit:upload.choose')}
          onUploaded={({ MediaId, Url }) => setPictures([...pictures, { MediaId, Url }])}
        />
      ) : (
        <Muted>{t('rewards:picture.full', { count: REWARD_IMAGES_MAX })}</Muted>
      )}
    </Stack>
  )
}
