/** Types for a package without types; only the part that we use. */
declare module 'subset-font' {
  export default function subsetFont(
    font: Buffer,
    text: string,
    options: {
      targetFormat: 'woff2'
      keepFeatures: string[]
      variationAxes: Record<string, number>
    },
  ): Promise<Buffer>
}
