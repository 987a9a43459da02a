/// <reference types="vite/client" />

// Made by scripts/texts-in-parts.ts of what the areas say on public pages.
declare module 'virtual:public-texts/*' {
  export const texts: Record<string, { [key: string]: string }>
}
declare module 'virtual:public-refusals/*' {
  export const texts: Record<string, { [key: string]: string }>
}
