/** Browsers may show these types. They download all other types, because HTML and SVG can run scripts. */
const SHOWN = /^(image\/(?!svg)|video\/|audio\/|text\/plain$|application\/pdf$)/;

export const isShown = (type: string): boolean => SHOWN.test(type);
