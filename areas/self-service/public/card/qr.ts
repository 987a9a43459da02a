import { create } from 'qrcode'

/** The dark fields of a code, as one line of an SVG. */
export function qrOf(text: string) {
  const { modules } = create(text, { errorCorrectionLevel: 'M' })
  const { size } = modules
  let path = ''
  for (let row = 0; row < size; row++)
    for (let column = 0; column < size; column++) if (modules.get(row, column)) path += `M${column} ${row}h1v1h-1z`
  return { size, path }
}
