// `attribute.is('media')`: by the name that schema files write. An attribute type of a plugin counts also where a file writes
// `customField`.

/** An attribute type, or its name. */
export type TypeOrName = string | { readonly name: string };

export const typeTest =
  (declaredType: string, typeName: string = declaredType) =>
  (type: TypeOrName): boolean => {
    const name = typeof type === 'string' ? type : type.name;
    return name === declaredType || name === typeName;
  };
