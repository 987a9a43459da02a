/** The public pages use the light or dark mode of the device. */
export function followSystemColourScheme() {
  const dark = matchMedia('(prefers-color-scheme: dark)')
  const show = () => {
    document.documentElement.dataset.theme = dark.matches ? 'dark' : 'light'
  }
  dark.addEventListener('change', show)
  show()
}
