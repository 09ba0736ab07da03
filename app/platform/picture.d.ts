declare module '*?picture' {
  import type { PictureFacts } from '#shared/kernel/picture.ts'

  const facts: PictureFacts
  export default facts
}
