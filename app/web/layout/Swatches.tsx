import { useId } from 'react'
import { useT } from '#kit/web/i18n.ts'

type Props = { label: string; colours: readonly string[]; value: string; onChange: (colour: string) => void }

/** Offers preset colours and the browser's colour picker. */
export function ColourSwatches({ label, colours, value, onChange }: Props) {
  const t = useT()
  const name = useId()
  return (
    <fieldset>
      <legend>{label}</legend>
      <div className="swatches">
        {colours.map((colour) => (
          <label key={colour} style={{ background: colour }}>
            <input
              type="radio"
              name={name}
              value={colour}
              checked={colour === value}
              onChange={() => onChange(colour)}
              aria-label={colour}
            />
          </label>
        ))}
        <input
          type="color"
          value={value}
          onChange={({ target }) => onChange(target.value)}
          aria-label={t('app:appearance.custom', { what: label })}
        />
      </div>
    </fieldset>
  )
}
